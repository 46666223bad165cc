import type { Bridge, Incoming } from './contract';

// Qt's channel delivers every signal as one JSON text; a long one in parts, the last of which the signal brings.
interface Signal {
  connect(slot: (json: string) => void): void;
}
type RemoteObject = Bridge & Record<keyof Incoming | 'part', Signal>;
interface Channel {
  objects: { bridge: RemoteObject };
}

declare const qt: { webChannelTransport: unknown };
declare const QWebChannel: new (transport: unknown, opened: (channel: Channel) => void) => unknown;

export type Receivers = { [K in keyof Incoming]: (value: Incoming[K]) => void };

/** The signals that may come in parts: the parts of one text are in order, but others may come in between. */
const inParts: readonly (keyof Incoming)[] = ['rows', 'changed'];

/** Joins the parts of a text. */
export class Parts {
  private parts: string[] = [];

  add(part: string): void {
    if (part === '')
      this.parts = []; // nobody waits for it any more
    else this.parts.push(part);
  }

  end(last: string): string {
    if (this.parts.length === 0) return last;
    const text = this.parts.join('') + last;
    this.parts = [];
    return text;
  }
}

/** Connects to the application; `opened` gets the typed bridge once the signals are connected. */
export function connectBridge(receivers: Receivers, opened: (bridge: Bridge) => void): void {
  new QWebChannel(qt.webChannelTransport, (channel) => {
    const remote = channel.objects.bridge;
    const parts = new Parts();
    remote.part.connect((part) => parts.add(part));
    for (const name of Object.keys(receivers) as (keyof Incoming)[]) {
      const receive = receivers[name] as (value: unknown) => void;
      remote[name].connect((json) => receive(JSON.parse(inParts.includes(name) ? parts.end(json) : json)));
    }
    opened(remote);
    remote.ready();
  });
}
