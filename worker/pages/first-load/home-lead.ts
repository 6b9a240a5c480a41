import { CHALLENGE_PICTURE, COMPO_PICTURE, leadAction } from '../../../contract/home-lead.ts'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import type { LeadCompo } from '../../../contract/http/compo-item.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import { containPicture, coverPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'

/** Values of the template of the home page's lead (web/features/home/FirstLead.tsx). */
export function homeLead({ challenges, compo, motd }: HomeReply, visitor: boolean): object {
  const challenge = challenges?.[0]
  const lead = {
    challenge: challenge && challengeLead(challenge, visitor),
    compo: compo && compoLead(compo, visitor),
    motd: motd && { text: motd.text, link: motd.link && { href: motd.link } },
  }
  const hasDesk = !visitor || Boolean(motd)
  return hasDesk ? { leadWithDesk: lead } : { lead: (challenge || compo) && lead }
}

function challengeLead({ id, title, thumbnail }: ChallengeItem, visitor: boolean): object {
  const href = `/challenge/${id}`
  const { width, height } = thumbnail ?? {}
  const picture = thumbnail && { ...containPicture(thumbnail, CHALLENGE_PICTURE), href, width, height }
  return { href, title, action: visitor ? href : `${href}?offer=enter`, picture }
}

function compoLead(compo: LeadCompo, visitor: boolean): object {
  const { id, title, state } = compo
  const href = `/compo/${id}`
  const action = leadAction(compo, visitor)
  const pictures = compo.pictures.map((sketch) => ({
    ...coverPicture(sketch, COMPO_PICTURE),
    href: sketchAddress(sketch.id, `compo-${id}`),
    alt: sketch.alt,
    width: sketch.width,
    height: sketch.height,
  }))
  return {
    href,
    title,
    strip: pictures.length > 0 && { pictures },
    isEmpty: pictures.length === 0 && state === 'open',
    [action]: { href: action === 'vote' || action === 'update' ? `${href}/vote` : href },
  }
}
