import type { Bridge, Incoming } from './contract';

// The channel of Qt delivers every signal as one JSON text.
interface Signal { connect(slot: (json: string) => void): void }
type RemoteObject = Bridge & Record<keyof Incoming, Signal>;
interface Channel { objects: { bridge: RemoteObject } }

declare const qt: { webChannelTransport: unknown };
declare const QWebChannel: new (transport: unknown, opened: (channel: Channel) => void) => unknown;

export type Receivers = { [K in keyof Incoming]: (value: Incoming[K]) => void };

/** Connects to the application; `opened` gets the typed bridge once the signals are connected. */
export function connectBridge(receivers: Receivers, opened: (bridge: Bridge) => void): void {
  new QWebChannel(qt.webChannelTransport, (channel) => {
    const remote = channel.objects.bridge;
    for (const name of Object.keys(receivers) as (keyof Incoming)[]) {
      const receive = receivers[name] as (value: unknown) => void;
      remote[name].connect((json) => receive(JSON.parse(json)));
    }
    opened(remote);
    remote.ready();
  });
}
