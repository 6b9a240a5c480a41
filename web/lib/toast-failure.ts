import { messageOf } from './messages/errors.ts'
import { toast } from './toast.ts'

/** Shows an error toast: the message of an error's code, or the given text. */
export function toastFailure(failure: unknown): void {
  toast(typeof failure === 'string' ? failure : messageOf(failure), { kind: 'error' })
}
