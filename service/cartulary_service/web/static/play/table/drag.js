/** Dragging does the same as tapping: a card is picked as it is lifted, and its target is touched as it is dropped. */

const FAR = 10;
const TARGETS = '.aim, .target button, button.target, .aim-seat';

export class Drag {
  constructor(root) {
    root.addEventListener('pointerdown', (event) => {
      const card = event.target.closest('[data-drag]');
      if (card && event.button === 0) this.wait(event, card);
    });
    root.addEventListener('dragstart', (event) => event.preventDefault());
  }

  /** A press becomes a drag once the pointer has gone some way. */
  wait(start, card) {
    const stop = new AbortController();
    const {signal} = stop;
    let ghost = null;
    document.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
        if (ghost === null && Math.hypot(x, y) < FAR) return;
        if (ghost === null && start.pointerType !== 'mouse' && Math.abs(x) > Math.abs(y)) return stop.abort();
        ghost ??= lift(card);
        ghost.style.setProperty('transform', `translate(${x}px, ${y}px) rotate(2deg)`);
      },
      {signal},
    );
    const drop = (event) => {
      stop.abort();
      if (ghost === null) return;
      ghost.remove();
      if (event.type === 'pointerup') dropAt(event.clientX, event.clientY);
      swallowClick();
    };
    document.addEventListener('pointerup', drop, {signal});
    document.addEventListener('pointercancel', drop, {signal});
  }
}

/** Pick a card as it is lifted, and let a copy of it follow the pointer. */
function lift(card) {
  const {left, top} = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  ghost.className = card.className.replace(/\bw\w+\b/, 'w108');
  ghost.classList.add('dragged');
  ghost.removeAttribute('data-key');
  ghost.style.setProperty('left', `${left}px`);
  ghost.style.setProperty('top', `${top}px`);
  if (card.getAttribute('aria-pressed') === 'false') card.click();
  document.body.append(ghost);
  return ghost;
}

/** Touch the target that lies there. */
function dropAt(x, y) {
  const found = document.elementsFromPoint(x, y);
  const target =
    found.find((each) => each.matches(TARGETS)) ??
    found.find((each) => each.matches('.lane.target, .rival.target'))?.querySelector('.aim, .aim-seat');
  target?.click();
}

/** The click that a press ends with does not count after a drag. */
function swallowClick() {
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, {capture: true, once: true});
  setTimeout(() => window.removeEventListener('click', swallow, {capture: true}), 50);
}
