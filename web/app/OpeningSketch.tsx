import styles from './Layout.module.css'

/** The tile's picture in the place of the page's, while the code of a sketch's page loads. */
export function OpeningSketch({ path }: { path: string }) {
  if (!/^\/sketch\/\d+$/.test(path)) return null
  const tile = document.querySelector<HTMLImageElement>(`main a:is([href="${path}"],[href^="${path}?"]) img`)
  return (
    tile && (
      <div className={styles.opening} data-opening={path}>
        {/* A tile that has not begun to load has no current source. */}
        <img src={tile.currentSrc || tile.src} alt="" />
      </div>
    )
  )
}
