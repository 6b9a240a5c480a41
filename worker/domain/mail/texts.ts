import { SIGN_IN_MAILS_PER_HOUR } from '../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import type { MailKind } from './kinds.ts'
import type { MailFacts } from './schema.ts'

export type MailText = {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; path: string }
  /** Follows the link. */
  note?: string
}

/** The texts of all mails. `key` is the key of the link, for mails that have one. */
export const MAIL_TEXTS: Record<MailKind, (facts: MailFacts, key: string) => MailText> = {
  recovery: (_facts, key) => ({
    subject: `Log in to ${PRODUCT_NAME} again`,
    paragraphs: ['Somebody, hopefully you, asked for a way back into your account. This link logs you in:'],
    link: { label: 'Log in', path: `/recover/${key}` },
    note: 'It works once, for one hour. If it wasn’t you, you can ignore this mail: nothing happens unless someone logs in with the link.',
  }),
  confirm_email: (_facts, key) => ({
    subject: 'Please confirm your e-mail address',
    paragraphs: [
      'You entered this address for account recovery. Please confirm that it’s yours, so that it can bring you back in if you ever lose your login:',
    ],
    link: { label: 'Confirm this address', path: `/confirm-email/${key}` },
    note: 'The link works for a day. If you don’t know what this is about, you can ignore this mail.',
  }),
  email_changed: () => ({
    subject: 'Your recovery address has changed',
    paragraphs: [
      'This address can no longer be used to recover your account: it was replaced or removed in your settings.',
      'If that was you, all is well. If not, log in, look at the list of your sessions, and log out any you don’t recognise.',
    ],
    link: { label: 'See your sessions', path: '/sessions' },
    note: 'Can’t log in any more? Write to us, we’re glad to help.',
  }),
  sign_in_added: ({ way = 'A login' }) => ({
    subject: 'Your account has a new way to log in',
    paragraphs: [
      `${way} was added to your account and can now be used to log in.`,
      'If that was you, all is well. If not, remove it, make new backup codes, and log out any session you don’t recognise.',
    ],
    link: { label: 'See your logins and sessions', path: '/sessions' },
  }),
  sign_in_removed: ({ way = 'A login' }) => ({
    subject: 'A way to log in was removed from your account',
    paragraphs: [
      `${way} was removed from your account and can no longer be used to log in.`,
      'If that was you, all is well. If not, log out any session you don’t recognise.',
    ],
    link: { label: 'See your logins and sessions', path: '/sessions' },
  }),
  backup_code_used: () => ({
    subject: 'A backup code was used to log in',
    paragraphs: [
      'Somebody, hopefully you, logged in to your account with one of its backup codes. That code is used up now.',
      'If it wasn’t you, log out any session you don’t recognise, and make new codes.',
    ],
    link: { label: 'See your logins and sessions', path: '/sessions' },
  }),
  sign_in_more: () => ({
    subject: 'Your ways to log in changed many times',
    paragraphs: [
      `Ways to log in to your account were changed or used more than ${SIGN_IN_MAILS_PER_HOUR} times within an hour. For the rest of that hour we don’t write about each of them.`,
      'If that was you, all is well. If not, remove each login that isn’t yours, make new backup codes, and log out any session you don’t recognise.',
    ],
    link: { label: 'See your logins and sessions', path: '/sessions' },
    note: 'Can’t log in any more? Write to us, we’re glad to help.',
  }),
  deletion_requested: ({ date = 'a week from now' }) => ({
    subject: 'Your account will be deleted',
    paragraphs: [
      `You asked us to delete your account. That happens on ${date}. Until then everything stays as it is, and you can change your mind.`,
      'If it wasn’t you who asked, keep your account, and log out any session you don’t recognise.',
    ],
    link: { label: 'Keep my account', path: '/leave' },
  }),
  deletion_cancelled: () => ({
    subject: 'Your account stays',
    paragraphs: ['Your account will not be deleted after all. Everything is as it was. Glad you’re staying!'],
    link: { label: 'See your logins and sessions', path: '/sessions' },
    note: 'If that wasn’t you, log out any session you don’t recognise.',
  }),
  account_deleted: () => ({
    subject: 'Your account is deleted',
    paragraphs: [
      'Your account and your sketches are deleted, as you asked. This is the last mail to this address.',
      'Thank you for having been here. If you ever want to come back, you’re welcome to start anew.',
    ],
  }),
  account_merged: ({ nickname = 'another account', path = '/' }) => ({
    subject: 'Your account was merged into another one',
    paragraphs: [
      `A gloperator merged the account with this address into ${nickname}. Its sketches, fans and hearts are there now, and its logins no longer work.`,
      'If you asked for that, all is well. If not, please write to us right away.',
    ],
    link: { label: 'See the account', path },
  }),
  new_message: ({ nickname = 'A member', path = '/messages' }) => ({
    subject: `${nickname} sent you a message`,
    paragraphs: [`${nickname} sent you a private message.`],
    link: { label: 'Read it', path },
  }),
  new_fan: ({ nickname = 'A member', path = '/' }) => ({
    subject: `${nickname} is now a fan of yours`,
    paragraphs: [`${nickname} became a fan of yours and sees your new sketches from now on.`],
    link: { label: 'See who it is', path },
  }),
  export_ready: () => ({
    subject: 'Your export is ready',
    paragraphs: [`The export of everything you have on ${PRODUCT_NAME} is ready. You can download it for a day:`],
    link: { label: 'Download it', path: '/export' },
    note: 'If you didn’t ask for it, log in, look at the list of your sessions, and log out any you don’t recognise.',
  }),
  compo_begun: ({ title = 'a compo', path = '/compos' }) => ({
    subject: `A compo in your group: ${title}`,
    paragraphs: [`${title} has begun, a compo for the members of a group you are in. You can enter it now.`],
    link: { label: 'See the compo', path },
  }),
  compo_voting: ({ title = 'a compo', path = '/compos' }) => ({
    subject: `Voting in ${title} has begun`,
    paragraphs: [`All entries of ${title} are in. Now it’s your turn to say which ones are best.`],
    link: { label: 'Vote', path },
  }),
  compo_ending: ({ title = 'a compo', path = '/compos' }) => ({
    subject: `Less than a day left to vote in ${title}`,
    paragraphs: [`Voting in ${title} ends within a day, and you have not judged all of your sets yet.`],
    link: { label: 'Vote', path },
  }),
  compo_result: ({ title = 'a compo', path = '/compos' }) => ({
    subject: `The result of ${title} is out`,
    paragraphs: [`The votes in ${title} are counted. See how the sketches did.`],
    link: { label: 'See the result', path },
  }),
  receipt: ({ title = 'Your purchase', amount = '', path = '/store' }) => ({
    subject: `Your receipt: ${title}`,
    paragraphs: [`Thank you! We received your payment of ${amount}.`, `What you bought: ${title}.`],
    link: { label: 'See the receipt', path },
  }),
  purchase_reversed: ({ title = 'Your purchase', amount = 'the rest', path = '/store/purchases' }) => ({
    subject: `Taken back: ${title}`,
    paragraphs: [
      `The payment for “${title}” was refunded, disputed or called back. So we took back what you had left of it: ${amount}.`,
      'If the payment comes back to us, you get it again.',
    ],
    link: { label: 'See your purchases', path },
  }),
  gift: ({ nickname = 'A member', title = 'something from the store', path = '/store/purchases' }) => ({
    subject: `${nickname} has a gift for you`,
    paragraphs: [`${nickname} gave you a gift: ${title}. It’s already yours.`],
    link: { label: 'See the gift', path },
  }),
  patron_ending: ({ date = 'soon', path = '/store' }) => ({
    subject: 'Your year as a patron ends soon',
    paragraphs: [
      `Your year as a patron ends on ${date}. It doesn’t renew by itself.`,
      'Nothing you posted is lost when it ends, and your settings wait for you. Thank you for your support!',
    ],
    link: { label: 'Stay a patron', path },
  }),
}
