import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { SessionReply } from '../../contract/http/auth.ts'
import { ok } from '../../contract/http/common.ts'
import { THEMES, type Theme } from '../../contract/theme.ts'
import { call } from '../lib/call.ts'
import { sessionQuery, useUser } from '../lib/session.ts'
import { setTheme, useTheme } from '../lib/theme.ts'
import { toastFailure } from '../lib/toast-failure.ts'
import styles from './ThemePicker.module.css'

const NAMES: Record<Theme, string> = { light: 'Light', gray: 'Gray', dark: 'Dark' }

/** Theme choice, stored in this browser and in the member's account [1 §4]. */
export function ThemePicker() {
  const theme = useTheme()
  const name = useId()
  const isMember = Boolean(useUser())
  const save = useSaveTheme()
  const choose = (choice: Theme) => {
    setTheme(choice)
    if (isMember) save.mutate(choice)
  }
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.title}>Theme</legend>
      {THEMES.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input type="radio" name={name} checked={choice === theme} onChange={() => choose(choice)} />
          <span className={styles.swatch} data-theme={choice} />
          {NAMES[choice]}
        </label>
      ))}
    </fieldset>
  )
}

function useSaveTheme() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (theme: Theme) => call(ok, '/api/v2/user/theme', { theme }),
    onMutate: (theme) =>
      client.setQueryData<SessionReply>(
        sessionQuery.queryKey,
        (session) => session && { ...session, user: session.user && { ...session.user, theme } },
      ),
    onError: toastFailure,
  })
}
