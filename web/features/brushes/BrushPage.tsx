import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download, Link2 } from 'lucide-react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { BRUSH_PREVIEW } from '../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { toast } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './BrushPage.module.css'
import { describeBrush } from './describe-brush.ts'
import { brushQuery } from './queries.ts'

const brushParams = z.object({ id: idText })

function idOf(params: unknown): number {
  const parsed = brushParams.safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data.id
}

export const loadBrush =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(brushQuery(idOf(params)))

/** Page of a brush: stroke, properties, download and link. */
export function BrushPage() {
  const { data: found } = useSuspenseQuery(brushQuery(idOf(useParams())))
  const { title, category, thumbnailLarge, fileUrl, brush } = found
  return (
    <article className={styles.page}>
      <title>{`${title}, a brush – ${PRODUCT_NAME}`}</title>
      <img className={styles.stroke} src={thumbnailLarge} alt={`A stroke of ${title}`} {...BRUSH_PREVIEW} />
      <div className={styles.text}>
        <p className={styles.category}>
          <Link to={`/content#${category.path}`}>{category.title}</Link>
        </p>
        <h1>{title}</h1>
        <div className={styles.buttons}>
          <ButtonLink variant="primary" href={fileUrl} download icon={Download}>
            Download brush
          </ButtonLink>
          <Button icon={Link2} onClick={() => void copyAddress()}>
            Copy link
          </Button>
        </div>
        <dl className={styles.facts}>
          {describeBrush(brush).map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  )
}

async function copyAddress(): Promise<void> {
  const address = location.origin + location.pathname
  try {
    await navigator.clipboard.writeText(address)
    toast('Link copied')
  } catch {
    toast(`The link is ${address}`, { kind: 'plain' })
  }
}
