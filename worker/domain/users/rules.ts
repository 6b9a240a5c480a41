const ADULT_AGE = 18

/** Returns the age in full years, by UTC dates; `birthDate` is yyyy-mm-dd. */
export function ageOn(birthDate: string, now: number): number {
  const today = new Date(now).toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Only adults may post mature sketches, or choose to see them. */
export function isAdult(birthDate: string, now: number): boolean {
  return ageOn(birthDate, now) >= ADULT_AGE
}
