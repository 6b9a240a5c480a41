import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { sketchNotices } from '../../lib/messages/sketch.ts'
import { useUser } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CoOpActions } from '../co-ops/CoOpActions.tsx'
import { Comments } from '../comments/Comments.tsx'
import { ActionBar } from './actions/ActionBar.tsx'
import { copySketchLink } from './actions/share.ts'
import { PostedNotice } from './PostedNotice.tsx'
import { sketchQuery } from './queries.ts'
import { SketchFacts } from './SketchFacts.tsx'
import { SketchFiles } from './SketchFiles.tsx'
import { SketchHead } from './SketchHead.tsx'
import styles from './SketchPage.module.css'
import { HiddenStage, SketchStage } from './SketchStage.tsx'
import { SideStrips, SimilarStrip } from './Strips.tsx'

const StaffPanel = lazyComponent(() => import('./StaffPanel.tsx'), 'StaffPanel')

const sketchParams = z.object({ id: idText })

function idOf(params: unknown): number {
  const parsed = sketchParams.safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data.id
}

export const loadSketch =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(sketchQuery(idOf(params)))

/** A sketch with its facts and comments; a notice if it is hidden. A blocked artist's sketch redirects home [1 §8]. */
export function SketchPage() {
  const { data: sketch } = useSuspenseQuery(sketchQuery(idOf(useParams())))
  const list = new URLSearchParams(useLocation().search).get('in')
  if (!sketch.hidden) return <LoadedSketch key={sketch.id} sketch={sketch} list={list} />
  if (sketch.notice === 'blocked') return <Navigate to="/" replace />
  return (
    <>
      <title>{`Hidden sketch – ${PRODUCT_NAME}`}</title>
      <HiddenStage>
        <h1>{sketchNotices[sketch.notice]}</h1>
        <ButtonLink to="/">Home</ButtonLink>
      </HiddenStage>
    </>
  )
}

function LoadedSketch({ sketch, list }: { sketch: ShownSketch; list: string | null }) {
  const user = useUser()
  const navigate = useNavigate()
  useShortcuts({
    l: () => void copySketchLink(sketch),
    e: sketch.userCanEdit ? () => void navigate(`/sketch/${sketch.id}/edit`) : undefined,
  })
  return (
    <>
      <PostedNotice sketch={sketch} />
      <article className={styles.sketch}>
        <title>{`${sketch.title} by ${sketch.nickname} – ${PRODUCT_NAME}`}</title>
        <SketchStage sketch={sketch} list={list} />
        <div className={styles.sidebar}>
          <SketchHead sketch={sketch} />
          <ActionBar sketch={sketch} />
          {sketch.coOpId && <CoOpActions sketchId={sketch.id} coOpId={sketch.coOpId} />}
          <SketchFacts sketch={sketch} />
          {user?.gloperator && (
            <Expandable title="Staff" level={2}>
              {() => <StaffPanel sketch={sketch} isOwn={user.id === sketch.userId} />}
            </Expandable>
          )}
          <SketchFiles sketch={sketch} />
          <SideStrips sketch={sketch} />
        </div>
        <div className={styles.comments}>
          <Comments type="sketch" which={sketch.id} />
        </div>
        <SimilarStrip sketches={sketch.similar} />
      </article>
    </>
  )
}
