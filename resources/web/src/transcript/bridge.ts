import type { Bridge, CallName, Message, MessageName } from './page_calls';

/** The one object of Qt's channel: a call and a message are a name and its value, as JSON. */
interface RemoteObject {
  call(name: CallName, fields: string): void;
  message: { connect(slot: (name: string, text: string) => void): void };
}
interface Channel {
  objects: { bridge: RemoteObject };
}

declare const qt: { webChannelTransport: unknown };
declare const QWebChannel: new (transport: unknown, opened: (channel: Channel) => void) => unknown;

export type Receivers = { [Name in Exclude<MessageName, 'part'>]: (value: Message<Name>) => void };

/** Those that may come in parts: the parts of one text are in order, but others may come in between. */
const inParts: readonly string[] = ['rows', 'changed'] satisfies MessageName[];

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

/** What each message is for, as it comes. */
export function receiverOf(receivers: Receivers): (name: string, text: string) => void {
  const parts = new Parts();
  return (name, text) => {
    if (name === 'part') parts.add(text);
    else if (Object.hasOwn(receivers, name))
      (receivers[name as keyof Receivers] as (value: unknown) => void)(
        JSON.parse(inParts.includes(name) ? parts.end(text) : text),
      );
  };
}

/** Connects to the application; `opened` gets the typed bridge once its messages are heard. */
export function connectBridge(receivers: Receivers, opened: (bridge: Bridge) => void): void {
  new QWebChannel(qt.webChannelTransport, (channel) => {
    const remote = channel.objects.bridge;
    remote.message.connect(receiverOf(receivers));
    const bridge: Bridge = { call: (name, fields) => remote.call(name, JSON.stringify(fields)) };
    opened(bridge);
    bridge.call('ready', {});
  });
}
