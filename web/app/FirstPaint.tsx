import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { FirstGallery } from '../features/galleries/FirstGallery.tsx'
import { MODES, type Mode } from '../features/galleries/lists.ts'
import { FirstHome } from '../features/home/FirstHome.tsx'
import { FirstSketch } from '../features/sketches/FirstSketch.tsx'
import { Each } from '../ui/template.tsx'
import { BottomBar } from './BottomBar.tsx'
import { HeaderBar } from './HeaderBar.tsx'
import layoutStyles from './Layout.module.css'

/** The first paint of a page: the module of the page, whose files are loaded ahead, and the markup. */
type FirstPaint = { module?: string; path: string; markup: ReactNode }

/** Templates of the site's pages by name (worker/pages/first-load/routes.ts); `other` is for all other pages. */
const FIRST_PAINTS: Record<string, FirstPaint> = {
  other: { path: '/', markup: null },
  home: { module: 'features/home/HomePage.tsx', path: '/', markup: <FirstHome /> },
  ...Object.fromEntries(
    (Object.keys(MODES) as Mode[]).map((mode) => [
      `gallery-${mode}`,
      {
        module: 'features/galleries/GalleryPage.tsx',
        path: `/gallery/${mode}`,
        markup: <FirstGallery mode={mode} />,
      },
    ]),
  ),
  sketch: { module: 'features/sketches/SketchPage.tsx', path: '/sketch/1', markup: <FirstSketch /> },
}

/** Renders every template; called by the build. */
export function renderFirstPaints(): { name: string; module: string | undefined; markup: string }[] {
  return Object.entries(FIRST_PAINTS).map(([name, { module, path, markup }]) => ({
    name,
    module,
    // React adds a preload for every picture; here these are placeholders.
    markup: renderPage(path, markup).replaceAll(/<link rel="preload" as="image"[^>]*>/g, ''),
  }))
}

function renderPage(path: string, page: ReactNode): string {
  return renderToStaticMarkup(
    <StaticRouter location={path}>
      <Each of="visitor">
        <HeaderBar />
      </Each>
      <Each of="member">
        <HeaderBar viewer="member" />
      </Each>
      <main id="main" className={layoutStyles.main}>
        {page}
      </main>
      <Each of="visitor">
        <BottomBar />
      </Each>
      <Each of="member">
        <BottomBar viewer="member" />
      </Each>
    </StaticRouter>,
  )
}
