/** The community guidelines [2 §2], by the names under which decisions refer to them. */
export const RULES = {
  credit: 'Post your own drawings, and give credit when you study someone else’s work.',
  sketches: 'Post sketches: drawings of any kind and at any stage, no photos and no advertising.',
  mature: 'Label mature work as mature, and don’t post anything hateful or cruel.',
  ai: 'Say so when a picture was made with generative AI.',
  kindness: 'Be kind. Talk about the work, and stop when someone asks you to.',
  privacy: 'Keep other people’s personal information private.',
} as const
export type Rule = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as [Rule, ...Rule[]]

/** The rule and the message of staff, as the author of a thing reads them. */
export const reasonText = (rule: Rule | null, reason: string): string =>
  [rule && RULES[rule], reason].filter(Boolean).join('\n')
