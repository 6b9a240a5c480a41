import { CircleUserRound, Download, PanelTop, Pencil } from 'lucide-react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { COVER } from '../../../contract/limits.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Flow } from '../../ui/layout.tsx'
import { ChallengeAction } from '../challenges/ChallengeAction.tsx'
import { MakeContent } from '../co-ops/MakeContent.tsx'
import { useSetProfilePicture } from './queries.ts'

/** Artist's actions on their own sketch, except deleting it [1 §6]. */
export function OwnerActions({ sketch }: { sketch: ShownSketch }) {
  const setProfilePicture = useSetProfilePicture(sketch.id)
  const pending = setProfilePicture.isPending ? setProfilePicture.variables : null
  const isCover = sketch.width === COVER.width && sketch.height === COVER.height
  return (
    <Flow>
      <ButtonLink to={`/sketch/${sketch.id}/edit`} icon={Pencil}>
        Edit
      </ButtonLink>
      {sketch.imagePng && (
        <ButtonLink href={sketch.imagePng} download icon={Download}>
          Download PNG
        </ButtonLink>
      )}
      <Button icon={CircleUserRound} busy={pending === 'avatar'} onClick={() => setProfilePicture.mutate('avatar')}>
        Use as avatar
      </Button>
      {isCover && (
        <Button icon={PanelTop} busy={pending === 'cover'} onClick={() => setProfilePicture.mutate('cover')}>
          Use as cover
        </Button>
      )}
      <ChallengeAction sketch={sketch} />
      <MakeContent sketch={sketch} kind="coOp" />
    </Flow>
  )
}
