import { COMPO_ACTS } from '../../../contract/compo-state.ts'
import { COMPO_PICTURE, type LeadAction, leadAction } from '../../../contract/home-lead.ts'
import type { LeadCompo } from '../../../contract/http/compo-item.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { timeLeftText } from '../../lib/messages/compo-state.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import styles from './Lead.module.css'

type CompoLeadProps = { compo: LeadCompo; isMember: boolean }

export const ACTION_LABELS: Record<LeadAction, string> = {
  ...COMPO_ACTS,
  results: 'See the results',
  entries: 'See the entries',
}

/** A compo with its deadline, its latest entries without names or its first places, and what the viewer does next. */
export function CompoLead({ compo, isMember }: CompoLeadProps) {
  const { id, title, state, pictures } = compo
  const action = leadAction(compo, !isMember)
  const address = `/compo/${id}`
  return (
    <section className={styles.compo} aria-label="Compo">
      <p className={styles.crumb}>Compo, {timeLeftText(compo, Date.now())}</p>
      <h2>
        <Link to={address}>{title}</Link>
      </h2>
      {pictures.length > 0 && (
        <ul className={styles.thumbs} aria-label={state === 'closed' ? 'First places' : 'Latest entries'}>
          {pictures.map((sketch) => (
            <li key={sketch.id}>
              <Link to={sketchAddress(sketch.id, `compo-${id}`)}>
                <img
                  {...coverPicture(sketch, COMPO_PICTURE)}
                  style={matStyle(sketch.mat)}
                  width={sketch.width}
                  height={sketch.height}
                  alt={sketch.alt}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {pictures.length === 0 && state === 'open' && <p className={styles.none}>{entryMessages.noEntries}</p>}
      <ButtonLink to={actionAddress(address, action, isMember)} wide className={styles.action}>
        {ACTION_LABELS[action]}
      </ButtonLink>
    </section>
  )
}

function actionAddress(address: string, action: LeadAction, isMember: boolean): string {
  if (action === 'vote' || action === 'update') return `${address}/vote`
  return action === 'enter' && isMember ? `${address}?offer=enter` : address
}
