/** The parts of the service beside its core that run here, and `mail` where it sends mail, as the head of the page says. */

const RUNNING = (document.documentElement.dataset.subjects ?? '').split(' ');

/** Whether a subject runs. */
export const runs = (subject) => RUNNING.includes(subject);
