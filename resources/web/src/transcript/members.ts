import type { Member } from './contract';

/** For people outside any team the first letter stands for the name. */
export const initialsOf = (members: readonly Member[], key: string, name: string): string =>
  members.find((member) => member.key === key)?.initials ?? [...name.trim()][0]?.toUpperCase() ?? '?';

/** -1: nobody's. */
export const hueOfLane = (members: readonly Member[], lane: number): number =>
  members.find((member) => member.lane === lane)?.hue ?? -1;
