/** Modules that only some screens import: the page lists them, so that all come at once and not one after another. */

/** Ask for the modules of any game, or of a certain one, where the page lists them. */
export function askForModules(of) {
  document.head.append(document.getElementById(`modules-of-${of}`)?.content ?? '');
}
