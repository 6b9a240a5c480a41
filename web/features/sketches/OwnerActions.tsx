import { useQueryClient } from '@tanstack/react-query'
import { CircleUserRound, Download, PanelTop, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { avatarReply, coverReply } from '../../../contract/http/versions.ts'
import { COVER } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Flow } from '../../ui/layout.tsx'
import { ChallengeAction } from '../challenges/ChallengeAction.tsx'
import { MakeContent } from '../co-ops/MakeContent.tsx'
import { sketchQuery } from './queries.ts'

/** What an artist does with their own sketch, beside deleting it [1 §6]. */
export function OwnerActions({ sketch }: { sketch: ShownSketch }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'avatar' | 'cover' | null>(null)
  const use = async (what: 'avatar' | 'cover') => {
    setBusy(what)
    try {
      if (what === 'avatar') await call(avatarReply, '/api/v2/user/setAvatar', { sketch: sketch.id })
      else await call(coverReply, '/api/v2/user/setCover', { sketch: sketch.id })
      toast(what === 'avatar' ? 'This is your avatar now' : 'This is your cover now')
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await client.invalidateQueries({ queryKey: sketchQuery(sketch.id).queryKey })
    } catch (error) {
      toastFailure(error)
    }
    setBusy(null)
  }
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
      <Button icon={CircleUserRound} busy={busy === 'avatar'} onClick={() => void use('avatar')}>
        Use as avatar
      </Button>
      {isCover && (
        <Button icon={PanelTop} busy={busy === 'cover'} onClick={() => void use('cover')}>
          Use as cover
        </Button>
      )}
      <ChallengeAction sketch={sketch} />
      <MakeContent sketch={sketch} kind="coOp" />
    </Flow>
  )
}
