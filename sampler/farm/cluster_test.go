package farm

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A cluster is a Slurm of two nodes on this machine, on the loopback interface only.
type cluster struct {
	dir   string
	nodes map[string]*exec.Cmd
}

// startCluster starts a Slurm that ends with the test. Where Slurm is not installed, the test is
// skipped, and `make test` says so.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s: install slurm-wlm and munge to run this test", name)
		}
	}
	c := &cluster{dir: t.TempDir(), nodes: map[string]*exec.Cmd{}}
	os.Chmod(filepath.Dir(c.dir), 0o755)
	socket := filepath.Join(c.dir, "munge.sock")
	key := make([]byte, 1024)
	rand.Read(key)
	c.write(t, "munge.key", string(key))
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	port := freePorts(t, 3)
	for _, sub := range []string{"state", "spool-n1", "spool-n2"} {
		os.Mkdir(filepath.Join(c.dir, sub), 0o755)
	}
	conf := fmt.Sprintf(slurmConf, host, me.Username, port[0], socket, host, port[1], port[2])
	c.write(t, "slurm.conf", strings.ReplaceAll(conf, "DIR", c.dir))
	t.Setenv("SLURM_CONF", filepath.Join(c.dir, "slurm.conf"))
	c.start(t, "munged", "--foreground", "--force", "--socket="+socket,
		"--key-file="+filepath.Join(c.dir, "munge.key"), "--seed-file="+filepath.Join(c.dir, "seed"),
		"--pid-file="+filepath.Join(c.dir, "munge.pid"))
	c.await(t, "munged", func() bool { _, err := os.Stat(socket); return err == nil })
	c.start(t, "slurmctld", "-D", "-c")
	c.node(t, "n1")
	c.node(t, "n2")
	c.idle(t)
	return c
}

const slurmConf = `ClusterName=gibbslab
SlurmctldHost=%s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
SlurmctldPort=%[3]d
AuthType=auth/munge
AuthInfo=socket=%[4]s
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=DIR/state
SlurmdSpoolDir=DIR/spool-%%n
SlurmctldPidFile=DIR/slurmctld.pid
SlurmdPidFile=DIR/slurmd-%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0,defer_batch
SlurmctldTimeout=10
SlurmdTimeout=15
KillWait=2
ReturnToService=2
JobRequeue=1
MaxArraySize=61
AccountingStorageType=accounting_storage/none
NodeName=n1 NodeHostname=%[5]s NodeAddr=127.0.0.1 Port=%[6]d CPUs=1 RealMemory=500
NodeName=n2 NodeHostname=%[5]s NodeAddr=127.0.0.1 Port=%[7]d CPUs=1 RealMemory=500
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
`

func (c *cluster) write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start starts a daemon that is killed at the end of the test. Its log is shown if the test fails.
func (c *cluster) start(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	log, err := os.Create(filepath.Join(c.dir, name+strings.Join(args[:1], "")+".log"))
	if err != nil {
		t.Fatal(err)
	}
	d := exec.Command(name, args...)
	d.Stdout, d.Stderr = log, log
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.Process.Signal(os.Interrupt)
		over := time.AfterFunc(5*time.Second, func() { d.Process.Kill() })
		d.Wait()
		over.Stop()
		log.Close()
	})
	return d
}

// node starts a node.
func (c *cluster) node(t *testing.T, name string) {
	t.Helper()
	c.nodes[name] = c.start(t, "slurmd", "-D", "-N", name)
}

// idle waits until both nodes can take jobs.
func (c *cluster) idle(t *testing.T) {
	t.Helper()
	c.await(t, "two idle nodes", func() bool {
		out, _ := exec.Command("sinfo", "--noheader", "--Node", "--format=%t").Output()
		return string(out) == "idle\nidle\n"
	})
}

// await waits for something that takes seconds. The limit is only there for what never comes.
func (c *cluster) await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 1200 {
		if is() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	logs, _ := filepath.Glob(filepath.Join(c.dir, "*.log"))
	for _, log := range logs {
		text, _ := os.ReadFile(log)
		t.Logf("%s:\n%s", log, text[max(0, len(text)-3000):])
	}
	t.Fatalf("waited in vain for %s", what)
}

// freePorts finds ports of the loopback interface that nobody uses.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
