/** The slug in a pasted link to a group; empty for anything else [2 §5]. */
export const groupInLink = (link: string) => /\/group\/([a-z0-9-]+)(?:[?#].*)?$/.exec(link.trim())?.[1] ?? ''

/** The number in a pasted link to a sketch; 0 for anything else. */
export const sketchInLink = (link: string) =>
  Number(/\/sketch\/([1-9]\d{0,14})(?:[?#].*)?$/.exec(link.trim())?.[1] ?? 0)
