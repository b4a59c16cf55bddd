/** What this browser keeps, in its storage; in memory, until the page is left, where that is blocked or full. */

/** A storage that never throws. */
class Storage {
  constructor(find) {
    this.find = find;
    this.memory = new Map();
  }

  /** What lies under a name, or null. */
  read(name) {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      return this.find().getItem(name);
    } catch {
      return null;
    }
  }

  /** What lies under a name as JSON, or null where nothing does or it cannot be read. */
  readJson(name) {
    try {
      return JSON.parse(this.read(name));
    } catch {
      return null;
    }
  }

  /** Keep a text under a name, and return whether it outlasts the page. */
  write(name, text) {
    try {
      this.find().setItem(name, text);
      this.memory.delete(name);
      return true;
    } catch {
      this.memory.set(name, text);
      return false;
    }
  }

  remove(name) {
    this.memory.delete(name);
    try {
      this.find().removeItem(name);
    } catch {
      // Nothing can lie where nothing can be read.
    }
  }

  /** Whether something lies under a name that begins so. */
  hasAny(beginning) {
    const kept = [...this.memory.keys()];
    try {
      kept.push(...Object.keys(this.find()));
    } catch {
      // Nothing can lie where nothing can be read.
    }
    return kept.some((name) => name.startsWith(beginning));
  }

  /** Whether what lies under a name is lost when the page is left. */
  isPassing(name) {
    return this.memory.has(name);
  }
}

/** Name of the texts that wait for the connection; names of what else waits begin with it. */
export const WAITING = 'cartulary-unsent';
/** Kept on this device. */
export const onDevice = new Storage(() => localStorage);
/** Kept until the window is closed. */
export const inWindow = new Storage(() => sessionStorage);
