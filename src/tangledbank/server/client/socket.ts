// The socket of a table page: it comes back by itself, and counts what it sends.

// Lines that are known (the first, and how many), or new ones.
type Change = [number, number] | string;
type Received =
  | ({ type: "table"; changes: Change[] } & Standing)
  | Other;
export type Incoming =
  | ({ type: "table"; html: string } & Standing)
  | Other;
/** How it stands, besides the lines of the page. */
interface Standing {
  title: string;
  stamp: string;
  yours: boolean;
  left?: number; // seconds of one's turn
  next?: string; // the table where those who sit here play again
}
type Other =
  | { type: "done"; n: number }
  | { type: "no"; n: number; sentence: string; reason: string }
  | { type: "outlook"; n: number; code: number; html: string; keys: string[] }
  | { type: "tip"; n: number; key: string; code: number; html: string };

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

export class TableSocket {
  private socket: WebSocket | null = null;
  private count = 0;
  private lines: string[] = [];
  private wait = FIRST_WAIT;

  constructor(
    private readonly path: string,
    private readonly onMessage: (message: Incoming) => void,
    private readonly onLost: (isLost: boolean) => void,
  ) {
    this.connect();
  }

  /** Send a message; false if there is no connection. */
  send(message: Record<string, unknown>): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.count += 1;
    this.socket.send(JSON.stringify({ ...message, n: this.count }));
    return true;
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    this.count = 0;
    this.lines = [];
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.onLost(false);
    };
    socket.onmessage = (event) => this.onMessage(this.whole(JSON.parse(event.data)));
    socket.onclose = () => {
      this.onLost(true);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** A message with the whole table in it, of which only what is new was sent. */
  private whole(message: Received): Incoming {
    if (message.type !== "table") return message;
    const { changes, ...rest } = message;
    this.lines = changes.flatMap((change) =>
      typeof change === "string"
        ? change.split("\n")
        : this.lines.slice(change[0], change[0] + change[1]),
    );
    return { ...rest, html: this.lines.join("\n") };
  }
}
