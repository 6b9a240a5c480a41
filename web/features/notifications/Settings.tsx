import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { optionalCategory } from '../../../contract/http/notifications.ts'
import { categoryNames, notificationMessages } from '../../lib/messages/notifications.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './Notifications.module.css'
import { notificationSettingsQuery, useMute, useSetCategory } from './queries.ts'

const showFailure = { onError: (error: unknown) => void toastFailure(error) }

const PATHS = { sketch: 'sketch', profile: 'user', group: 'group', compo: 'compo' } as const

function threadOf(type: keyof typeof PATHS, id: number) {
  if (type === 'sketch') return { sketch: id }
  if (type === 'group') return { group: id }
  return type === 'compo' ? { compo: id } : { profile: id }
}

/** Settings: categories of notifications, and muted sketches, profiles, groups and compos. */
export function Settings() {
  const { data } = useQuery({ ...notificationSettingsQuery, throwOnError: (_, { state }) => state.data === undefined })
  const change = useSetCategory()
  const mute = useMute()
  const mutedHeading = useRef<HTMLHeadingElement>(null)
  if (!data) return <PageSpinner />
  const isOn = { ...data.categories, ...(change.isPending && { [change.variables.category]: change.variables.on }) }
  return (
    <div className={styles.settings}>
      <fieldset className={styles.group}>
        <legend className={styles.title}>Notify me about</legend>
        {optionalCategory.options.map((category) => (
          <Checkbox
            key={category}
            checked={isOn[category]}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ category, on: event.target.checked }, showFailure)}
          >
            {categoryNames[category]}
          </Checkbox>
        ))}
      </fieldset>
      <p>
        Choose which mails you get <Link to="/editProfile">in your profile</Link>.
      </p>
      <section aria-labelledby="muted">
        <h2 ref={mutedHeading} id="muted" tabIndex={-1} className={styles.title}>
          Muted
        </h2>
        {data.muted.length === 0 && <p>{notificationMessages.nothingMuted}</p>}
        <ul>
          {data.muted.map(({ type, id, name, slug }) => (
            <li key={`${type} ${id}`} className={styles.muted}>
              <Link to={`/${PATHS[type]}/${slug ?? id}`}>{type === 'profile' ? `${name}’s profile` : name}</Link>
              <Button
                aria-label={`Unmute ${name}`}
                onClick={() =>
                  mute.mutate(
                    { ...threadOf(type, id), muted: false },
                    // The button disappears with its row.
                    { ...showFailure, onSuccess: () => mutedHeading.current?.focus() },
                  )
                }
              >
                Unmute
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
