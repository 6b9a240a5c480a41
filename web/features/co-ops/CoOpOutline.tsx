import { useQuery } from '@tanstack/react-query'
import { GitFork } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { CoOpNode, CoOpTree } from '../../../contract/http/co-ops.ts'
import { thumbnailPicture } from '../../../contract/image-sizes.ts'
import { countText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './CoOpOutline.module.css'
import { outlineLines } from './outline.ts'
import { coOpTreeQuery } from './queries.ts'

const THUMB_SIDE = 44
/** Limit of the indentation, so that a long chain fits on a narrow window. */
const INDENT_MAX = 6
const HINT = 'Each sketch appears below the one it continues.'

/** Title, description and continuations of a co-op. */
export function CoOpOutline({ id }: { id: number }) {
  const { data: tree, error, refetch } = useQuery(coOpTreeQuery(id))
  if (error && !tree) {
    return <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>
  }
  if (!tree) return <Skeleton height={120} className={styles.placeholder} />
  return (
    <div className={styles.coOp}>
      <h2>{tree.title}</h2>
      {tree.description && <UserText>{tree.description}</UserText>}
      <div>
        <ButtonLink to={`/upload?parent=${id}`} icon={GitFork}>
          Continue this sketch
        </ButtonLink>
      </div>
      {tree.nodes.length > 0 && (
        <Expandable level={3} title="Who continued what" detail={countOf(tree)} startsOpen>
          {() => <Outline tree={tree} />}
        </Expandable>
      )}
    </div>
  )
}

function countOf({ nodes, more }: CoOpTree): string {
  return more ? `The first ${nodes.length}` : countText(nodes.length, 'continuation')
}

function Outline({ tree }: { tree: CoOpTree }) {
  return (
    <>
      <p className={styles.hint}>{HINT}</p>
      <ol className={styles.lines} aria-label="Who continued what" onKeyDown={moveLineFocus}>
        <Line node={tree.root} depth={0} />
        {outlineLines(tree).map(({ node, depth }) => (
          <Line key={node.id} node={node} depth={depth} />
        ))}
      </ol>
    </>
  )
}

function Line({ node, depth }: { node: CoOpNode; depth: number }) {
  return (
    <li className={styles.line} data-depth={Math.min(depth, INDENT_MAX)}>
      <Link to={`/sketch/${node.id}`} className={styles.link}>
        <img
          {...thumbnailPicture(node.imageUrl, THUMB_SIDE)}
          alt=""
          width={THUMB_SIDE}
          height={THUMB_SIDE}
          loading="lazy"
          className={styles.thumb}
        />
        <span className={styles.text}>
          <span className={styles.title}>{node.title}</span>
          <span className={styles.author}>{depth === 0 ? `started by ${node.nickname}` : `by ${node.nickname}`}</span>
        </span>
      </Link>
    </li>
  )
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Arrow keys move the focus from line to line, Home and End to the first and the last. */
function moveLineFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = STEPS[event.key]
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(event.target as HTMLAnchorElement)
  if (!step || at < 0) return
  event.preventDefault()
  links[step(at, links.length - 1)]?.focus()
}
