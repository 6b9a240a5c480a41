import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The key of an unlisted sketch in the address of its page; null without one. */
export const linkKeyIn = (search: string): string | null => new URLSearchParams(search).get('key')

/** Puts the key of an unlisted sketch into the address of its page, because people copy that address. */
export function useLinkKeyInAddress(linkKey: string | null | undefined): void {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!linkKey || linkKeyIn(location.search) === linkKey) return
    const search = new URLSearchParams(location.search)
    search.set('key', linkKey)
    const { state, ...place } = location
    void navigate({ ...place, search: `?${search}` }, { replace: true, state, preventScrollReset: true })
  }, [location, navigate, linkKey])
}
