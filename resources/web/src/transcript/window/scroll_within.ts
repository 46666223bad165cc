/** So much of the room stands before what is brought into sight. */
const before = 1 / 3;

const isScroller = (box: Element): boolean => {
  if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) return false;
  const { overflowX, overflowY } = getComputedStyle(box);
  return /auto|scroll/.test(`${overflowX} ${overflowY}`);
};

/** Code, tables and differences scroll by themselves: an element is brought into their sight, from the innermost to `outer`, which stays as it is. */
export function scrollWithin(element: Element, outer: Element): void {
  for (let box = element.parentElement; box && box !== outer; box = box.parentElement) {
    if (!isScroller(box)) continue;
    const room = box.getBoundingClientRect();
    const at = element.getBoundingClientRect();
    if (at.left < room.left || at.right > room.left + box.clientWidth)
      box.scrollLeft += at.left - room.left - box.clientWidth * before;
    if (at.top < room.top || at.bottom > room.top + box.clientHeight)
      box.scrollTop += at.top - room.top - box.clientHeight * before;
  }
}
