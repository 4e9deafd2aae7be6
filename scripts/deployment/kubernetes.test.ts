import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { createCheck, createManifestCheck } from '@/scripts/deployment/check-schema';
import { containersOf, KUBERNETES, type Manifest, readKustomization, readYaml } from '@/scripts/deployment/read-files';
import { renderChart } from '@/scripts/deployment/render-chart';
import { findProgram } from '@/scripts/browser/find-chromium';
import { SECRETS } from '@/lib/server/config/secret-files';
import { parseSettings, SETTING_NAMES } from '@/lib/server/config/settings';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const { files, manifests } = readKustomization();
const checkManifest = createManifestCheck();

const ofKind = (kind: string, all: readonly Manifest[] = manifests): Manifest => {
  const [found, ...others] = all.filter((manifest) => manifest.kind === kind);
  if (!found || others.length > 0) throw new Error(`There is not one ${kind}.`);
  return found;
};
const byKind = (all: readonly Manifest[]) => Object.fromEntries(all.map((manifest) => [manifest.kind, manifest]));
const sorted = (values: readonly string[]) => values.toSorted((one, other) => one.localeCompare(other));

/** Values that production takes for the secrets that are files. */
const GIVEN: Record<string, string> = {
  DATABASE_URL: 'postgres://console_writer:x@database.example/countersign?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://console_owner:x@database.example/countersign?sslmode=verify-full',
};

/** Gives an environment with what its files hold. */
function withSecrets(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const secret = name.replace(/_FILE$/, '');
      if (secret === name) return [name, value];
      expect(SECRETS).toContain(secret);
      expect(value).toBe(`/run/secrets/countersign/${secret}`);
      return [secret, GIVEN[secret] ?? `${secret} of a test, and long enough`];
    }),
  );
}

describe('the manifests', () => {
  it('are those of the folder, of kinds and members that Kubernetes has', () => {
    const inFolder = readdirSync(`${KUBERNETES}/manifests`).map((file) => `manifests/${file}`);
    expect(sorted(files)).toEqual(sorted(inFolder));
    expect(manifests.flatMap((manifest) => checkManifest(manifest).map((fault) => `${manifest.kind}${fault}`))).toEqual(
      [],
    );
  });

  it('would be refused for a member of a wrong name, kind or type', () => {
    const deployment = structuredClone(ofKind('Deployment'));
    deployment.spec.replicas = 'two';
    deployment.spec.template.spec.containers[0].readinesProbe = {};
    expect(checkManifest(deployment)).toHaveLength(2);
    expect(checkManifest({ ...deployment, kind: 'Deploiment' })).toHaveLength(1);
  });

  it.runIf(findProgram(['kubectl']))('are what kubectl builds from them (skipped without kubectl)', () => {
    const built = execFileSync('kubectl', ['kustomize', KUBERNETES], { encoding: 'utf8' });
    const objects = parseAllDocuments(built, { version: '1.1' }).map((each) => each.toJSON() as Manifest);
    expect(byKind(objects)).toEqual(byKind(manifests));
    expect(objects).toHaveLength(manifests.length);
  });

  it('configure a console of production whose secrets are files, and the migration with the owner’s address too', () => {
    const { data = {} } = ofKind('ConfigMap');
    const environment = withSecrets(data);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(parseSettings(environment)).toMatchObject({ CONSOLE_ENVIRONMENT: 'production', CONSOLE_PROXY_HOPS: 1 });
    const [migration] = containersOf(ofKind('Job'));
    const own = Object.fromEntries((migration?.env ?? []).map(({ name, value }) => [name, value]));
    expect(Object.keys(own)).toEqual(['DATABASE_OWNER_URL_FILE']);
    expect(parseSettings({ ...environment, ...withSecrets(own) })).toHaveProperty('DATABASE_OWNER_URL');
    // No secret is in the manifests themselves.
    expect(Object.keys(data).filter((name) => /SECRET|TOKEN|DATABASE/.test(name) && !name.endsWith('_FILE'))).toEqual(
      [],
    );
  });

  it.each(['Deployment', 'Job'])('run %s without rights and without a file that it could write', (kind) => {
    const { template } = ofKind(kind).spec;
    const [container] = containersOf(ofKind(kind));
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(readFileSync('Containerfile', 'utf8')).toMatch(/^USER 1000$/m);
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(template.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(container?.volumeMounts).toEqual([
      { name: 'secrets', mountPath: '/run/secrets/countersign', readOnly: true },
    ]);
    const volumes = template.spec.volumes as { name: string }[];
    expect(volumes.map(({ name }) => name)).toEqual(['secrets']);
  });

  it('probe, reach and protect the same processes', () => {
    const { template, selector } = ofKind('Deployment').spec;
    const [container] = containersOf(ofKind('Deployment'));
    const labels = template.metadata.labels as Record<string, string>;
    expect(labels).toMatchObject(selector.matchLabels);
    expect(labels).toMatchObject(ofKind('Service').spec.selector);
    expect(labels).toMatchObject(ofKind('PodDisruptionBudget').spec.selector.matchLabels);
    for (const kind of ['Deployment', 'Job'])
      expect(ofKind(kind).spec.template.metadata.labels).toMatchObject(
        ofKind('NetworkPolicy').spec.podSelector.matchLabels,
      );
    // Nobody is led to a migration.
    expect(ofKind('Job').spec.template.metadata.labels).not.toMatchObject(ofKind('Service').spec.selector);
    const probes = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
    for (const probe of probes) {
      expect(probe?.httpGet.port).toBe(container?.ports?.[0]?.name);
      expect(probe?.httpGet.path).toSatisfy((asked: string) => existsSync(`app${asked}/route.ts`));
    }
    const [port] = ofKind('Service').spec.ports;
    expect(port.targetPort).toBe(container?.ports?.[0]?.name);
    const { backend } = ofKind('Ingress').spec.rules[0].http.paths[0];
    expect(backend.service).toEqual({ name: ofKind('Service').metadata.name, port: { name: port.name } });
    expect(ofKind('ConfigMap').data?.NEXTAUTH_URL).toBe(`https://${ofKind('Ingress').spec.rules[0].host}`);
  });
});

describe('the chart', () => {
  const values = readYaml(`${KUBERNETES}/values.yaml`) as Record<string, unknown>;
  const check = createCheck(JSON.parse(readFileSync(`${KUBERNETES}/values.schema.json`, 'utf8')));
  const render = (changes: Record<string, unknown> = {}, release?: { Revision: number }) => {
    expect(check({ ...values, ...changes })).toEqual([]);
    const text = renderChart(KUBERNETES, { ...values, ...changes }, release);
    return parseAllDocuments(text)
      .map((each) => each.toJSON() as Manifest | null)
      .filter((each) => each !== null);
  };

  it('makes the same objects as the manifests, but for the name of the migration', () => {
    const rendered = byKind(render());
    const checksum = rendered.Deployment?.spec.template.metadata.annotations;
    expect(checksum).toEqual({ 'checksum/settings': expect.stringMatching(/^[0-9a-f]{64}$/) });
    delete rendered.Deployment?.spec.template.metadata.annotations;
    expect(rendered.Ingress?.metadata.annotations).toEqual({});
    delete rendered.Ingress?.metadata.annotations;
    expect(rendered.Job?.metadata.name).toBe('countersign-migration-1');
    if (rendered.Job) rendered.Job.metadata.name = 'countersign-migration';
    expect(rendered).toEqual(byKind(manifests));
  });

  it('changes what its values say, and stays what Kubernetes takes', () => {
    const changed = render(
      {
        image: 'registry.example.com/console@sha256:0',
        replicas: 3,
        host: 'desk.example.org',
        settings: { SEND_MAX_ATTEMPTS: '1', CONSOLE_PROXY_HOPS: '2' },
        resources: { limits: { memory: '2Gi' } },
        ingress: { className: 'internal', annotations: { a: 'b' } },
        without: ['NetworkPolicy'],
      },
      { Revision: 7 },
    );
    expect(changed.flatMap(checkManifest)).toEqual([]);
    const { Deployment, Job, ConfigMap, Ingress, NetworkPolicy } = byKind(changed);
    expect(NetworkPolicy).toBeUndefined();
    expect(changed.flatMap(containersOf).map(({ image }) => image)).toEqual(
      Array.from({ length: 2 }, () => 'registry.example.com/console@sha256:0'),
    );
    expect(Deployment?.spec.replicas).toBe(3);
    expect(Deployment?.spec.template.spec.containers[0].resources).toEqual({
      requests: { cpu: '250m', memory: '512Mi' },
      limits: { memory: '2Gi' },
    });
    expect(Job?.metadata.name).toBe('countersign-migration-7');
    expect(ConfigMap?.data).toMatchObject({
      NEXTAUTH_URL: 'https://desk.example.org',
      SEND_MAX_ATTEMPTS: '1',
      CONSOLE_PROXY_HOPS: '2',
      OIDC_ISSUER: 'https://login.example.com',
    });
    expect(Ingress).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: {
        ingressClassName: 'internal',
        rules: [{ host: 'desk.example.org' }],
        tls: [{ hosts: ['desk.example.org'], secretName: 'countersign-tls' }],
      },
    });
    const unchanged = ofKind('Deployment', render());
    expect(Deployment?.spec.template.metadata).not.toEqual(unchanged.spec.template.metadata);
  });

  it('refuses values that it would ignore', () => {
    const wrong = [
      { replica: 3 },
      { replicas: '3' },
      { image: 'latest' },
      { settings: { LOG_LEVEL: 1 } },
      { without: ['Deployment'] },
    ];
    expect(wrong.filter((changes) => check({ ...values, ...changes }).length === 0)).toEqual([]);
  });

  it('is of the release, as the image is', () => {
    expect(readYaml(`${KUBERNETES}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
    expect(values.image).toBe(containersOf(ofKind('Deployment'))[0]?.image);
    expect(String(values.image).endsWith(`:${version}`)).toBe(true);
  });
});
