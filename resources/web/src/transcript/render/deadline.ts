import type { Question } from '../contract';
import { el } from '../dom';
import { say } from '../words';
import { ringMarkup } from './icons';

const minute = 60_000;

/** "6:12 left", "27 min left", and in the last minute words to that effect. */
export function leftWords(left: number): string {
  if (left <= 0) return say('timeOver');
  const seconds = Math.ceil(left / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (left < minute) return say('lessThanMinute', clock);
  if (left < 20 * minute) return say('timeLeft', clock);
  const minutes = Math.round(left / minute);
  return minutes < 100 ? say('minutesLeft', minutes) : say('hoursLeft', Math.floor(minutes / 60), minutes % 60);
}

/**
 * Milliseconds at `now`. While paused, the deadline tells what was left: as if counted from when the question was
 * asked.
 */
export function timeLeft(question: Pick<Question, 'askedAt' | 'deadline' | 'paused'>, now: number): number {
  return (question.deadline as number) - (question.paused ? question.askedAt : now);
}

const running = new Map<HTMLElement, Question>();
let timer = 0;

function draw(box: HTMLElement, question: Question, now: number): void {
  const left = timeLeft(question, now);
  const part = left / Math.max(1, (question.deadline as number) - question.askedAt);
  box.classList.toggle('late', left < minute && !question.paused);
  const words = question.paused ? say('timePaused', leftWords(left)) : leftWords(left);
  box.innerHTML = ringMarkup(part);
  box.append(el('span', '', words));
}

function tick(): void {
  for (const [box, question] of running) {
    if (box.isConnected) draw(box, question, Date.now());
    else running.delete(box);
  }
  if (running.size === 0) {
    window.clearInterval(timer);
    timer = 0;
  }
}

/** The ring with its words. In a replay, and while the question is paused, it stops at `shownAt`. */
export function deadlineRing(question: Question, shownAt: number | undefined): HTMLElement {
  const box = el('div', 'ring num');
  draw(box, question, shownAt ?? Date.now());
  if (shownAt === undefined && !question.paused) {
    running.set(box, question);
    if (!timer) timer = window.setInterval(tick, 1000);
  }
  return box;
}
