/** Pictures of the site that every member may have as cover: files in `web/public/covers`. */
export const GENERIC_COVERS = ['hatching', 'hills', 'loops', 'rain', 'terraces', 'waves'] as const

/** Address of a generic cover, a drawing of 2048 × 506 that scales to every width. */
export const genericCover = (name: string) => `/covers/${name}.svg`
