/** One turn for each waiting step, while there is time; those not done wait for the next round, after the others. */
export function takeTurns<T>(
  waiting: Map<string, T>,
  take: (id: string, what: T) => boolean,
  isTimeLeft: () => boolean,
): void {
  for (const [id, what] of [...waiting]) {
    waiting.delete(id);
    if (!take(id, what)) waiting.set(id, what);
    if (!isTimeLeft()) return;
  }
}
