/** One turn for each of those that wait, while there is time; who says that it is not done waits for the next round, behind the others. */
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
