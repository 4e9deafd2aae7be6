/** Settings that all processes of one database must share, by their names in the environment. */
export type SendSettings = Readonly<Record<string, string | number>>;

/** A setting in which processes differ, and how many have each value. */
export interface SettingDifference {
  name: string;
  values: { value: string; processes: number }[];
}

/**
 * Finds the settings in which processes differ. A setting that only some processes have, as while another version is
 * being rolled out, counts where those differ.
 */
export function findDifferences(processes: readonly SendSettings[]): SettingDifference[] {
  const names = [...new Set(processes.flatMap((each) => Object.keys(each)))].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  return names.flatMap((name) => {
    const given = processes.flatMap((each) => (Object.hasOwn(each, name) ? [String(each[name])] : []));
    const values = [...new Set(given)];
    return values.length < 2
      ? []
      : [{ name, values: values.map((value) => ({ value, processes: given.filter((one) => one === value).length })) }];
  });
}
