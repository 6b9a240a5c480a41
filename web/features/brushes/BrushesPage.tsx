import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { Category } from '../../../contract/http/brushes.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './BrushesPage.module.css'
import { BrushGrid } from './BrushGrid.tsx'
import { categoriesQuery } from './queries.ts'

export const loadBrushes = (client: QueryClient) => client.ensureQueryData(categoriesQuery)

/** Brush library [1 §2]; the address's hash holds the category. */
export function BrushesPage() {
  const { data } = useSuspenseQuery(categoriesQuery)
  const path = categoryInHash(useLocation().hash)
  const chosen = data.items.find((category) => category.path === path)
  const title = chosen?.title ?? 'All brushes'
  return (
    <Page title={chosen ? `Brushes, ${chosen.title.toLowerCase()}` : 'Brushes'}>
      <h1>Brushes</h1>
      <p className={styles.lead}>
        Free brushes. Open one for details and download. The files are in Croquis’ own open format; in other programs
        you can set the same values by hand.
      </p>
      <Tabs label="Categories" className={styles.tabs} tabs={tabsOf(data.items, chosen)} />
      <BrushGrid key={chosen?.path} category={chosen?.path ?? ''} label={title} />
    </Page>
  )
}

function tabsOf(categories: Category[], chosen: Category | undefined) {
  const all = { to: '/content', label: 'All', count: categories.reduce((sum, { items }) => sum + items, 0) }
  return [
    { ...all, current: chosen === undefined },
    ...categories.map((category) => ({
      to: `/content#${category.path}`,
      label: category.title,
      count: category.items,
      current: category === chosen,
    })),
  ]
}

/** Category path in a hash such as `#drawing/pencils`; empty for all brushes. */
export function categoryInHash(hash: string): string {
  const path = hash.replace(/^#\/?/, '').replace(/\/$/, '')
  return /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(path) ? path : ''
}
