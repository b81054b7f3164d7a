/** A plugin with the schema of the package that makes no calls, so its cost is that of the engine and of gRPC. */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const proto = require("@pulumi/pulumi/proto/provider_pb.js");
const { Empty, serve } = require("../../../dist/common/rpc.js");

const schema = () => readFileSync(join(__dirname, "../../../api/plugin.schema.json"), "utf8");
const checked = ({ request }) => new proto.CheckResponse().setInputs(request.getNews());
const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
const text = (struct, name) => struct?.getFieldsMap().get(name)?.getStringValue();

let created = 0;
const answers = {
    getPluginInfo: () => new PluginInfo().setVersion("0.0.0"),
    getSchema: () => new proto.GetSchemaResponse().setSchema(schema()),
    checkConfig: checked,
    diffConfig: () => new proto.DiffResponse().setChanges(DIFF_NONE),
    configure: () => new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
    check: checked,
    diff: ({ request }) => {
        const isSame = text(request.getOlds(), "description") === text(request.getNews(), "description");
        return new proto.DiffResponse().setChanges(isSame ? DIFF_NONE : DIFF_SOME);
    },
    create: ({ request }) => {
        created += 1;
        const response = new proto.CreateResponse().setId(`${created}`).setProperties(request.getProperties());
        return response.setRefreshBeforeUpdate(true);
    },
    // The engine reads each object before it compares it, as with the plugin of the package.
    read: ({ request }) => {
        const response = new proto.ReadResponse().setId(request.getId()).setProperties(request.getProperties());
        return response.setInputs(request.getInputs()).setRefreshBeforeUpdate(true);
    },
    update: ({ request }) => new proto.UpdateResponse().setProperties(request.getNews()).setRefreshBeforeUpdate(true),
    delete: () => new Empty(),
    cancel: () => new Empty(),
};
const methods = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, (call, callback) => callback(null, answer(call))]),
);
serve((rpc) => rpc.addService(ResourceProviderService, methods)).then(({ address }) => {
    process.stdout.write(`${address.split(":").at(-1)}\n`);
});
