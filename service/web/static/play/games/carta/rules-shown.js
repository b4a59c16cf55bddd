/** Numbers of the rules that the table draws and the API does not tell; a test holds them against the rules. */

/** Cards of a sphere that open its first and its second effect, by the number of seats. */
export const THRESHOLDS = {2: [3, 5], 3: [3, 5], 4: [2, 4]};

export function thresholdsOf(ctx) {
  return THRESHOLDS[ctx.game?.seats.length ?? 2];
}

/** The hand limits that the effects of Religion give. */
export const HAND_LIMITS = {holy_book: 5, divine_right: 7};
