#include "page_scripts.h"

namespace quarterdeck::hostile::scripts {

const QString countDangers = QStringLiteral(R"js((() => {
  let count = window.__pwn === undefined ? 0 : 1;
  if (document.title !== 'Quarterdeck') count += 1;
  if (({}).polluted !== undefined || Object.keys(Object.prototype).length > 0) count += 1;
  count += document.querySelectorAll('.prose [id], .prose [name], .prose [style*="url(" i], .prose [autofocus], .list svg :is(image, use, foreignObject, animate, set)').length;
  count += document.querySelectorAll('.list script, .list iframe, .list object, .list embed, .list form, .list meta, .list base, .list link, .list style').length;
  for (const element of document.querySelectorAll('.list *')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || (/^(href|src|action|xlink:href)$/i.test(name) && /^\s*(javascript|data:text|vbscript)/i.test(value))) count += 1;
    }
  }
  return count;
})())js");

const QString findOverlays = QStringLiteral(R"js(
[...document.querySelectorAll('.entry *')].filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)).map((element) => `${element.className} sticks`).slice(0, 3).join(', '))js");

const QString findCovered = QStringLiteral(R"js((() => {
  const covered = [];
  const height = document.documentElement.clientHeight;
  const width = document.documentElement.clientWidth;
  for (const entry of document.querySelectorAll('.entry:not(.parked)')) {
    const { top, bottom, left, right } = entry.getBoundingClientRect();
    if (left < 0 || right > width + 1) covered.push(`row ${entry.dataset.ordinal} is wider than the page`);
    for (const share of [0.1, 0.5, 0.9]) {
      const y = top + (bottom - top) * share;
      if (y < 40 || y > height - 1) continue;
      for (let x = 4; x < width; x += width / 12) {
        const hit = document.elementFromPoint(x, y);
        const found = hit?.closest('.acts') ? entry : hit?.closest('.entry'); // what can be done with a row hangs over its edge
        if (found && found !== entry) covered.push(`row ${found.dataset.ordinal} lies over row ${entry.dataset.ordinal}`);
      }
    }
  }
  return covered.slice(0, 3).join(', ');
})())js");

const QString watchTasks = QStringLiteral(R"js((() => {
  window.__longest = 0;
  if (window.__observer) return;
  window.__observer = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.__longest = Math.max(window.__longest, task.duration);
  });
  window.__observer.observe({ entryTypes: ['longtask'] });
})())js");

const QString countNotDrawn = QStringLiteral(R"js(
[...document.querySelectorAll('.list .capnote')].filter((note) => note.textContent.includes('This message could not be formatted')).length)js");

} // namespace quarterdeck::hostile::scripts
