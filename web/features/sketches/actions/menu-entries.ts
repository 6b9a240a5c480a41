import {
  Award,
  CircleUserRound,
  Download,
  Flag,
  Network,
  PanelTop,
  PiggyBank,
  ScanSearch,
  Share2,
  SmilePlus,
  Star,
  Target,
  Trash2,
  Trophy,
  Users,
  WandSparkles,
} from 'lucide-react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { COVER } from '../../../../contract/limits.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { toast } from '../../../lib/toast.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { mayMakeContent } from '../../co-ops/MakeContent.tsx'
import { synthesisRefusal } from '../../synthesize/may-synthesize.ts'
import type { PictureUse } from '../queries.ts'
import { shareSketch } from './share.ts'

export type MenuDialog =
  | 'feature'
  | 'enter'
  | 'leave'
  | 'enterCompo'
  | 'leaveCompo'
  | 'nominate'
  | 'group'
  | 'coOp'
  | 'piggy'
  | 'report'
  | 'delete'

type MenuActions = {
  openDialog: (dialog: MenuDialog) => void
  usePicture: (use: PictureUse) => void
  /** A compo takes entries now. */
  hasOpenCompo: boolean
}

/** Entries of a sketch's menu for its artist, another member or a visitor. */
export function menuEntries(sketch: ShownSketch, user: CurrentUser | null, actions: MenuActions): MenuEntry[] {
  const isOwn = user?.id === sketch.userId
  const open = (dialog: MenuDialog) => () => actions.openDialog(dialog)
  return [
    { label: 'Share', icon: Share2, onAction: () => void shareSketch(sketch) },
    ...(isOwn ? ownEntries(sketch, user, actions) : featureEntries(sketch, user, actions)),
    ...(isListed(sketch) ? [{ label: 'Add to group', icon: Users, onAction: open('group') }] : []),
    ...(!isOwn && isListed(sketch) && sketch.nominationsYear !== null
      ? [{ label: 'Nominate for an award', icon: Award, onAction: open('nominate') }]
      : []),
    { label: 'Find similar', icon: ScanSearch, to: `/search?tab=magic&like=${sketch.id}` },
    ...(!isOwn && sketch.userRating !== 'piggy'
      ? [{ label: 'Rate piggy', icon: PiggyBank, onAction: open('piggy') }]
      : []),
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onAction: open('report') }]),
    ...(sketch.userCanDelete ? [{ label: 'Delete', icon: Trash2, danger: true, onAction: open('delete') }] : []),
  ]
}

/** True for sketches that lists show, perhaps only to viewers who see mature ones. */
const isListed = ({ unlisted, notice }: ShownSketch) => !unlisted && (notice === null || notice === 'mature')

/** Actions of the artist [1 §6]; editing has a button of its own. */
function ownEntries(
  sketch: ShownSketch,
  user: CurrentUser,
  { openDialog, usePicture, hasOpenCompo }: MenuActions,
): MenuEntry[] {
  const isPublic = isListed(sketch)
  const isCover = sketch.width === COVER.width && sketch.height === COVER.height
  return [
    ...(sketch.challengeId !== null
      ? [{ label: 'Remove from challenge', icon: Target, onAction: () => openDialog('leave') }]
      : isPublic
        ? [{ label: 'Enter challenge', icon: Target, onAction: () => openDialog('enter') }]
        : []),
    ...compoEntry(sketch, { openDialog, hasOpenCompo }),
    ...(sketch.imagePng ? [{ label: 'Download PNG', icon: Download, to: sketch.imagePng, download: true }] : []),
    { label: 'Use as avatar', icon: CircleUserRound, onAction: () => usePicture('avatar') },
    ...(isCover ? [{ label: 'Use as cover', icon: PanelTop, onAction: () => usePicture('cover') }] : []),
    ...(isPublic && !sketch.mature
      ? [{ label: 'Make it my (me) emoticon', icon: SmilePlus, onAction: () => usePicture('emoticon') }]
      : []),
    ...(mayMakeContent(sketch, 'coOp')
      ? [{ label: 'Make a co-op sketch', icon: Network, onAction: () => openDialog('coOp') }]
      : []),
    ...(synthesisRefusal(sketch, user) === null
      ? [{ label: 'Synthesize sketch', icon: WandSparkles, to: `/sketch/${sketch.id}/synthesize` }]
      : []),
  ]
}

/** Entering a compo, or leaving it as long as it takes entries. */
function compoEntry(
  sketch: ShownSketch,
  { openDialog, hasOpenCompo }: Pick<MenuActions, 'openDialog' | 'hasOpenCompo'>,
): MenuEntry[] {
  if (sketch.compoState === 'open')
    return [{ label: 'Remove from compo', icon: Trophy, onAction: () => openDialog('leaveCompo') }]
  const canEnter = sketch.compoKey === null && isListed(sketch) && hasOpenCompo
  return canEnter ? [{ label: 'Enter a compo', icon: Trophy, onAction: () => openDialog('enterCompo') }] : []
}

/** Featuring, for members who have stars: it cannot be undone [1 §4]. */
function featureEntries(sketch: ShownSketch, user: CurrentUser | null, { openDialog }: MenuActions): MenuEntry[] {
  const left = sketch.starsAvailable
  if (left === null || !user) return []
  const feature = () => {
    if (sketch.featured) toast(sketchMessages.featureIsFinal, { kind: 'plain' })
    else if (left === 0) toast(sketchMessages.noStars, { kind: 'plain' })
    else if (sketch.userCanFeature) openDialog('feature')
    else toast(sketchMessages.notFeatured, { kind: 'plain' })
  }
  const label = `${sketch.featured ? 'Featured' : 'Feature'} (${left} left)`
  return [{ label, icon: Star, current: sketch.featured, onAction: feature }]
}
