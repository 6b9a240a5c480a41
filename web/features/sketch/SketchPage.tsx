import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { ShownSketch } from '../../../contract/http/sketch.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { sketchNotices } from '../../lib/messages.ts'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { Comments } from '../comments/Comments.tsx'
import { Belongings } from './Belongings.tsx'
import { OwnerActions } from './OwnerActions.tsx'
import { sketchQuery } from './queries.ts'
import { SketchActions } from './SketchActions.tsx'
import { SketchFacts } from './SketchFacts.tsx'
import styles from './SketchPage.module.css'
import { Stage } from './Stage.tsx'

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

/** A sketch, what it is and what people say of it; or the notice, where it is not shown; from a blocked artist it leads home [1 §8]. */
export function SketchPage() {
  const { data: sketch } = useSuspenseQuery(sketchQuery(idOf(useParams())))
  if (!sketch.hidden) return <Shown key={sketch.id} sketch={sketch} />
  if (sketch.notice === 'blocked') return <Navigate to="/" replace />
  return (
    <>
      <title>{`Hidden sketch – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{sketchNotices[sketch.notice]}</ErrorScreen>
    </>
  )
}

function Shown({ sketch }: { sketch: ShownSketch }) {
  const [total, setTotal] = useState(sketch.comments)
  return (
    <article className={styles.sketch}>
      <title>{`${sketch.title} by ${sketch.nickname} – ${PRODUCT_NAME}`}</title>
      <Stage sketch={sketch} />
      <div className={styles.rail}>
        <SketchActions sketch={sketch} comments={total} />
        {sketch.userCanEdit && <OwnerActions sketch={sketch} />}
        <SketchFacts sketch={sketch} />
        <Belongings sketch={sketch} />
      </div>
      <div className={styles.talk}>
        <Comments type="sketch" which={sketch.id} onTotal={setTotal} />
      </div>
    </article>
  )
}
