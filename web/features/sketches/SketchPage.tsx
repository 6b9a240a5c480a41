import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { dateText } from '../../lib/format.ts'
import { linkKeyIn, useLinkKeyInAddress } from '../../lib/link-key.ts'
import { sketchMessages, sketchNotices } from '../../lib/messages/sketch.ts'
import { useUser } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { CoOpActions } from '../co-ops/CoOpActions.tsx'
import { Comments } from '../comments/Comments.tsx'
import { ActionBar } from './actions/ActionBar.tsx'
import { copySketchLink } from './actions/share.ts'
import { findListedSketch } from './listed-sketch.ts'
import { PostedNotice } from './PostedNotice.tsx'
import { sketchQuery } from './queries.ts'
import { RepostFact } from './RepostFact.tsx'
import { SketchFacts } from './SketchFacts.tsx'
import { SketchFiles } from './SketchFiles.tsx'
import { SketchHead } from './SketchHead.tsx'
import styles from './SketchPage.module.css'
import { HiddenStage, SketchStage } from './SketchStage.tsx'
import { SideStrips, SimilarStrip } from './Strips.tsx'

const InviteNotice = lazyComponent(() => import('../compos/InviteNotice.tsx'), 'InviteNotice')
const StaffPanel = lazyComponent(() => import('./StaffPanel.tsx'), 'StaffPanel')

const sketchParams = z.object({ id: idText })

function idOf(params: unknown): number {
  const parsed = sketchParams.safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data.id
}

/** Loads a sketch. A page that can begin with the item of a list does not wait. */
export const loadSketch =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const query = sketchQuery(idOf(params), linkKeyIn(new URL(request.url).search))
    if (findListedSketch(client, idOf(params))) void client.prefetchQuery(query)
    else await client.ensureQueryData(query)
    return null
  }

/**
 * A sketch with its facts and comments, at first what a list knew of it; a notice if it is hidden. A blocked artist's
 * sketch redirects home [1 §8].
 */
export function SketchPage() {
  const id = idOf(useParams())
  const client = useQueryClient()
  const { search } = useLocation()
  const query = sketchQuery(id, linkKeyIn(search))
  const { data: sketch } = useQuery({ ...query, throwOnError: (_, { state }) => state.data === undefined })
  const list = new URLSearchParams(search).get('in')
  if (!sketch?.hidden) {
    const item = sketch ?? findListedSketch(client, id)
    return item && <ShownSketchPage key={id} item={item} sketch={sketch} list={list} />
  }
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

const decisionText = ({ deletionDate }: ShownSketch) =>
  deletionDate === null ? sketchMessages.decided : sketchMessages.removed(dateText(deletionDate))

/** The notice on the picture, unless the line above the page says the same. */
const stageNotice = ({ notice, decisionCase }: ShownSketch) => (notice === 'removed' && decisionCase ? null : notice)

type ShownSketchPageProps = {
  /** The item of a list until `sketch` has loaded. */
  item: SketchItem
  sketch: ShownSketch | undefined
  list: string | null
}

function ShownSketchPage({ item, sketch, list }: ShownSketchPageProps) {
  const navigate = useNavigate()
  useLinkKeyInAddress(sketch?.linkKey)
  useShortcuts({
    l: sketch && (() => void copySketchLink(sketch)),
    e: sketch?.userCanEdit ? () => void navigate(`/sketch/${item.id}/edit`) : undefined,
  })
  return (
    <>
      {sketch && <PostedNotice sketch={sketch} />}
      {sketch?.compoInvite && <InviteNotice sketch={sketch} />}
      {sketch?.decisionCase && (
        <NoticeLine label="Decision by staff" text={decisionText(sketch)}>
          <ButtonLink to={`/decision/case/${sketch.decisionCase}`}>Why, and appeal</ButtonLink>
        </NoticeLine>
      )}
      <article className={styles.sketch}>
        <title>{`${item.title} by ${item.nickname} – ${PRODUCT_NAME}`}</title>
        <SketchStage sketch={item} notice={sketch ? stageNotice(sketch) : null} list={list} />
        <div className={styles.sidebar}>
          <SketchHead item={item} sketch={sketch} />
          {sketch && <SketchSidebar sketch={sketch} />}
        </div>
        {sketch && (
          <>
            <div className={styles.comments}>
              <Comments type="sketch" which={sketch.id} />
            </div>
            <SimilarStrip sketches={sketch.similar} />
          </>
        )}
      </article>
    </>
  )
}

function SketchSidebar({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  return (
    <>
      <ActionBar sketch={sketch} />
      {sketch.coOpId && <CoOpActions sketchId={sketch.id} coOpId={sketch.coOpId} />}
      <SketchFacts sketch={sketch} />
      {sketch.repost && <RepostFact sketchId={sketch.id} repost={sketch.repost} />}
      {user?.gloperator && (
        <Expandable title="Staff" level={2}>
          {() => <StaffPanel sketch={sketch} isOwn={user.id === sketch.userId} />}
        </Expandable>
      )}
      <SketchFiles sketch={sketch} />
      <SideStrips sketch={sketch} />
    </>
  )
}
