import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { FirstRows } from '../features/galleries/FirstRows.tsx'
import { FirstHome } from '../features/home/FirstHome.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { HeaderBar, headerStyles } from './HeaderBar.tsx'
import layoutStyles from './Layout.module.css'

/** Renders the markup that visitors see before the application starts; called by the build. */
export const renderFirstPaint = {
  gallery: () => renderPage('/gallery/recent', <FirstRows />),
  home: () => renderPage('/', <FirstHome />),
}

function renderPage(path: string, page: ReactNode): string {
  return renderToStaticMarkup(
    <StaticRouter location={path}>
      <HeaderBar menu={<IconButton icon={Menu} aria-label="Menu" />}>
        <a href="/sign-in" className={headerStyles.account}>
          Login
        </a>
      </HeaderBar>
      <main id="main" className={layoutStyles.main}>
        {page}
      </main>
    </StaticRouter>,
  )
}
