import { messageOf } from './errors.ts'

/** The word in running text, where it does not break at its hyphen. */
export const EMAIL_IN_TEXT = 'e-\u2060mail'

export const EMAIL_RULE = 'Enter an address such as name@example.org.'
export const CONFIRM_LOGIN_NEEDED = 'Log in to confirm your address.'

/** Messages of account recovery [2 §8]. */
export const recoveryMessages = {
  sendFailed: (error: unknown) => `Error sending account recovery e-mail: ${messageOf(error)}`,
  keyFailed: 'Error accepting account recovery key',
} as const

/** Mails that a member can switch off, in the sentence "You won’t get …". */
export const PURPOSE_NAMES = {
  messages: 'mails about new private messages',
  fans: 'mails about new fans',
  exports: 'mails about finished exports',
  compos: 'mails about compos',
} as const

/** Kinds of mails, for staff. Kinds that came later are shown by their own name. */
export const KIND_NAMES: Partial<Record<string, string>> = {
  recovery: 'Account recovery',
  confirm_email: 'Confirm an address',
  email_changed: 'Address changed',
  sign_in_added: 'New way to log in',
  sign_in_removed: 'Way to log in removed',
  backup_code_used: 'Backup code used',
  sign_in_more: 'Many changes of logins',
  deletion_requested: 'Deletion of the account',
  deletion_cancelled: 'Account kept',
  account_deleted: 'Account deleted',
  account_merged: 'Account merged',
  new_message: 'New private message',
  compo_begun: 'New compo in a group',
  compo_voting: 'Voting has begun',
  compo_ending: 'Last day of voting',
  compo_result: 'Places of a compo',
  new_fan: 'New fan',
  export_ready: 'Export ready',
}

/** Reasons why a mail was given up, for staff. Other codes of Cloudflare are shown as they are. */
export const FAILURE_NAMES: Partial<Record<string, string>> = {
  E_DELIVERY_FAILED: 'Not delivered',
  E_EXPIRED: 'Too late to be useful',
  E_NOT_CONFIGURED: 'Sending isn’t set up',
  E_RECIPIENT_NOT_ALLOWED: 'Address not allowed',
  E_RECIPIENT_SUPPRESSED: 'Address refuses mail',
  E_UNKNOWN: 'Unknown',
}
