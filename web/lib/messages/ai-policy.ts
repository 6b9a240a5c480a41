/** The site's policy on training AI with sketches, shown where they are posted, on the home page and in the footer. */
export const AI_POLICY = 'Every sketch here is marked noai: crawlers are asked not to train AI on it.'
