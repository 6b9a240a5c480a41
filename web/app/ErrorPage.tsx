import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { CallError } from '../lib/call.ts'
import { messages } from '../lib/messages/general.ts'
import { offerReloadIfOutdated } from '../lib/newer-build.ts'
import { reachSite, TRIES_AFTER_MS } from '../lib/reachability.ts'
import { sessionQuery } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ErrorScreen } from '../ui/EmptyState.tsx'
import { LoginButton } from '../ui/LoginButton.tsx'
import { Flow } from '../ui/layout.tsx'
import { isLoadFailure } from '../ui/lazy-component.tsx'

/** Replaces a page that does not exist, failed, needs a login, or could not be loaded without a network [1 §2]. */
export function ErrorPage() {
  const error = useRouteError()
  // Failed calls, loaders' responses and errors of pages all carry a status.
  const { status, data } = Object(error) as { status?: number; data?: unknown }
  if (status === 401) return <LoginNeeded />
  const missing = status === 404 || status === 400
  // A page may name the thing that was not found.
  const sentence = typeof data === 'string' && data
  return (
    <>
      <title>{`${missing ? 'Not found' : 'Error'} – ${PRODUCT_NAME}`}</title>
      {missing ? (
        <ErrorScreen>{sentence || messages.notFound}</ErrorScreen>
      ) : (
        <FailedPage isNotLoaded={isLoadFailure(error) || isWithoutReply(error)} />
      )}
    </>
  )
}

const isWithoutReply = (error: unknown) => error instanceof CallError && error.code === 'no_reply'

/** Asks for a login after the session was ended elsewhere. Refetches the session, so that the frame shows a visitor. */
function LoginNeeded() {
  const client = useQueryClient()
  useEffect(() => void client.invalidateQueries(sessionQuery), [client])
  return (
    <>
      <title>{`Log in – ${PRODUCT_NAME}`}</title>
      <ErrorScreen action={<LoginButton />}>{messages.loginNeeded}</ErrorScreen>
    </>
  )
}

/** A page that failed or was not loaded, with a button that loads it again. */
function FailedPage({ isNotLoaded }: { isNotLoaded: boolean }) {
  const [isTrying, setTrying] = useState(false)
  const retry = useCallback(async (afterMs: readonly number[], left?: AbortSignal) => {
    setTrying(true)
    const isReachable = await reachSite(afterMs, left)
    if (left?.aborted) return
    // Without a network, a reload would replace the site with the browser's own error page.
    if (isReachable) return location.reload()
    setTrying(false)
    toast(messages.stillOffline, { kind: 'error' })
  }, [])
  useEffect(() => {
    if (!isNotLoaded) return
    void offerReloadIfOutdated()
    const left = new AbortController()
    addEventListener('online', () => void retry(TRIES_AFTER_MS, left.signal), { signal: left.signal })
    return () => left.abort()
  }, [isNotLoaded, retry])
  const actions = (
    <Flow>
      <Button variant="primary" busy={isTrying} onClick={() => void retry([0])}>
        Try again
      </Button>
      <ButtonLink to="/">Home</ButtonLink>
    </Flow>
  )
  return <ErrorScreen action={actions}>{isNotLoaded ? messages.pageNotLoaded : messages.pageFailed}</ErrorScreen>
}
