import { Menu } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { FirstRows } from '../features/gallery/FirstRows.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { HeaderBar, headerStyles } from './HeaderBar.tsx'
import layoutStyles from './Layout.module.css'

/** The markup a visitor sees before the program has arrived, made of the same parts; run once, when the page is built. */
export function firstPaint(): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <HeaderBar menu={<IconButton icon={Menu} aria-label="Menu" />}>
        <a href="/sign-in" className={headerStyles.me}>
          Login
        </a>
      </HeaderBar>
      <main id="main" className={layoutStyles.main}>
        <FirstRows />
      </main>
    </StaticRouter>,
  )
}
