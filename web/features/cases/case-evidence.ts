import type { CaseDetail } from '../../../contract/http/cases.ts'

/** The evidence of a case about one kind of thing. */
export type Evidence<Kind extends CaseDetail['kind']> = Extract<CaseDetail['evidence'], { kind: Kind }>
