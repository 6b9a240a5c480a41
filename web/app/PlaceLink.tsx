import { useLocation } from 'react-router'
import { Link, type LinkProps } from '../ui/Link.tsx'

/** State of a navigation that moves the focus to the field of the search page. */
export const FOCUS_SEARCH = { focus: true }

type PlaceLinkProps = LinkProps & {
  to: string
  /** Other paths of the same place. */
  within?: RegExp
}

/** Link to a place of the site, marked on its pages. */
export function PlaceLink({ within, ...rest }: PlaceLinkProps) {
  const { pathname } = useLocation()
  const current = pathname === rest.to ? 'page' : within?.test(pathname) ? 'true' : undefined
  return <Link {...rest} aria-current={current} />
}
