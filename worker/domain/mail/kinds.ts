/** The purposes of mails that a member switches on and off [2 §3]. */
export const MAIL_PURPOSES = ['messages', 'fans', 'exports', 'compos'] as const
export type MailPurpose = (typeof MAIL_PURPOSES)[number]

export const MAIL_KINDS = [
  'recovery',
  'confirm_email',
  'email_changed',
  'sign_in_added',
  'sign_in_removed',
  'backup_code_used',
  'sign_in_more',
  'deletion_requested',
  'deletion_cancelled',
  'account_deleted',
  'account_merged',
  'new_message',
  'new_fan',
  'export_ready',
  'compo_begun',
  'compo_voting',
  'compo_ending',
  'compo_result',
  'receipt',
  'purchase_reversed',
  'gift',
  'patron_ending',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * Mails about ways to log in, which share a limit for each member. `sign_in_more` takes the place of those above it.
 */
export const SIGN_IN_KINDS: readonly MailKind[] = ['sign_in_added', 'sign_in_removed', 'backup_code_used']

/**
 * Mails to addresses that may belong to another person than their member. The greeting has no name: the member chose
 * it, and that person does not know it.
 */
export const NAMELESS_KINDS: readonly MailKind[] = ['confirm_email', 'account_merged']

/** Mails with an expiring link, for which the recipient is waiting. They are tried before all others. */
export const URGENT_KINDS = ['recovery', 'confirm_email'] as const satisfies MailKind[]

/** Mails about purchases, which are dropped if the recipient has another address by then. */
export const STORE_KINDS: readonly MailKind[] = ['receipt', 'purchase_reversed', 'gift', 'patron_ending']

/** Purposes of the keys in the links of mails. */
export const KEY_PURPOSES = ['recover', 'confirm'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

const HOUR_MS = 3_600_000

type KindRules = {
  /** The purpose whose switch the mail obeys. Other mails concern the account itself. */
  purpose?: MailPurpose
  /** The key in the mail's link. It works for this time from the moment of sending. */
  key?: { purpose: KeyPurpose; lifetimeMs: number }
  /**
   * The mail is given up if it cannot be sent within this time. If it is one that members can switch off, and no
   * attempt has failed, it is dropped.
   */
  usefulMs: number
}

export const KIND_RULES: Record<MailKind, KindRules> = {
  recovery: { key: { purpose: 'recover', lifetimeMs: HOUR_MS }, usefulMs: HOUR_MS },
  confirm_email: { key: { purpose: 'confirm', lifetimeMs: 24 * HOUR_MS }, usefulMs: 24 * HOUR_MS },
  email_changed: { usefulMs: 7 * 24 * HOUR_MS },
  sign_in_added: { usefulMs: 7 * 24 * HOUR_MS },
  sign_in_removed: { usefulMs: 7 * 24 * HOUR_MS },
  backup_code_used: { usefulMs: 7 * 24 * HOUR_MS },
  sign_in_more: { usefulMs: 7 * 24 * HOUR_MS },
  deletion_requested: { usefulMs: 7 * 24 * HOUR_MS },
  deletion_cancelled: { usefulMs: 7 * 24 * HOUR_MS },
  // The queue keeps the address of the deleted account until the mail was sent or given up.
  account_deleted: { usefulMs: 24 * HOUR_MS },
  account_merged: { usefulMs: 7 * 24 * HOUR_MS },
  new_message: { purpose: 'messages', usefulMs: 24 * HOUR_MS },
  new_fan: { purpose: 'fans', usefulMs: 24 * HOUR_MS },
  export_ready: { purpose: 'exports', usefulMs: 24 * HOUR_MS },
  compo_begun: { purpose: 'compos', usefulMs: 24 * HOUR_MS },
  compo_voting: { purpose: 'compos', usefulMs: 24 * HOUR_MS },
  compo_ending: { purpose: 'compos', usefulMs: 12 * HOUR_MS },
  compo_result: { purpose: 'compos', usefulMs: 24 * HOUR_MS },
  receipt: { usefulMs: 7 * 24 * HOUR_MS },
  purchase_reversed: { usefulMs: 7 * 24 * HOUR_MS },
  gift: { usefulMs: 7 * 24 * HOUR_MS },
  patron_ending: { usefulMs: 7 * 24 * HOUR_MS },
}

/** Mails that members can switch off. Those about the account itself are tried before them. */
export const OPTIONAL_KINDS: readonly MailKind[] = MAIL_KINDS.filter((kind) => KIND_RULES[kind].purpose !== undefined)
