import type { Changed, Row, Rows } from './contract';

/** The rows of a message, which remember which opening of a channel they came with. */
export function rowsOf(message: Rows | Changed): Row[] {
  for (const row of message.rows) row.generation = message.generation;
  return message.rows;
}

/** What a call needs that concerns a row. */
export const ofRow = ({ generation, seq }: Row): { generation: number; seq: number } => ({ generation, seq });
